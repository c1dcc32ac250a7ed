print("window")
