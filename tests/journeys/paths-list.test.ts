import { foresightedList, restoredList, searchedList } from './models/list.ts'
import { walksPaths } from './models/walk-paths.ts'

walksPaths('a list', {
  'that is searched': searchedList,
  'that Back leads through': restoredList,
  'that looks ahead': foresightedList,
})
