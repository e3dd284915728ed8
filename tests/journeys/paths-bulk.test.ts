import { heldDeletion, revertedLock } from './models/bulk.ts'
import { walksPaths } from './models/walk-paths.ts'

walksPaths('work on rows', { 'that is held back': heldDeletion, 'that is taken back': revertedLock })
