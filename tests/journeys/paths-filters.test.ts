import { appliedFilters, cancelledFilters } from './models/filters.ts'
import { walksPaths } from './models/walk-paths.ts'

walksPaths('the filters', { 'that are applied': appliedFilters, 'that are left': cancelledFilters })
