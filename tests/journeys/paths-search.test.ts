import { tagFilter } from './models/search.ts'
import { walksPaths } from './models/walk-paths.ts'

walksPaths('a filter that searches', { 'by tag': tagFilter })
