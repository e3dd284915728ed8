import { declarePathTests } from './models/path-tests.ts'
import { modelField } from './models/upload.ts'

declarePathTests('an upload', { 'in the model field': modelField })
