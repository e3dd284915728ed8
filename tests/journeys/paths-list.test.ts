import { prefetchingList, restoredList, searchedList } from './models/list.ts'
import { declarePathTests } from './models/path-tests.ts'

declarePathTests('a list', {
  'that the user searches': searchedList,
  'restored by Back': restoredList,
  'that prefetches the next page': prefetchingList,
})
