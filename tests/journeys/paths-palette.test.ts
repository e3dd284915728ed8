import { palette } from './models/palette.ts'
import { walksPaths } from './models/walk-paths.ts'

walksPaths('the palette', { 'over an account': palette })
