import { modelField } from './models/upload.ts'
import { walksPaths } from './models/walk-paths.ts'

walksPaths('an upload', { 'in the field of a model': modelField })
