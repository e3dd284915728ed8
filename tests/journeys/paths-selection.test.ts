import { tickedRows } from './models/selection.ts'
import { walksPaths } from './models/walk-paths.ts'

walksPaths('the selection', { 'of rows': tickedRows })
