import { declarePathTests } from './models/path-tests.ts'
import { tagFilter } from './models/search.ts'

declarePathTests('the autocomplete', { 'of the tag filter': tagFilter })
