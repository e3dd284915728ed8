import { declarePathTests } from './models/path-tests.ts'
import { tickedRows } from './models/selection.ts'

declarePathTests('the selection', { 'of rows': tickedRows })
