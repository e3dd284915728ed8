import { undoableDeletion, undoableLock } from './models/bulk.ts'
import { declarePathTests } from './models/path-tests.ts'

declarePathTests('a bulk action', {
  'that deletes rows after a delay for Undo': undoableDeletion,
  'that locks rows and offers Undo': undoableLock,
})
