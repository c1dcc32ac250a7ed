// CoreMedia
