import Glibc
import PlayheadCommand

exit(PlayheadCommand.main())
