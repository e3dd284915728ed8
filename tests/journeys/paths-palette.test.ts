import { palette } from './models/palette.ts'
import { declarePathTests } from './models/path-tests.ts'

declarePathTests('the command palette', { 'on the account page': palette })
