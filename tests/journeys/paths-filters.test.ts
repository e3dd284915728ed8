import { appliedFilters, cancelledFilters } from './models/filters.ts'
import { declarePathTests } from './models/path-tests.ts'

declarePathTests('the filter sheet on a phone', {
  'applied by the user': appliedFilters,
  'cancelled by the user': cancelledFilters,
})
