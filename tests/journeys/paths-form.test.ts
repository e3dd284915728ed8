import { passwordForm } from './models/form.ts'
import { walksPaths } from './models/walk-paths.ts'

walksPaths('a form', { 'that changes a password': passwordForm })
