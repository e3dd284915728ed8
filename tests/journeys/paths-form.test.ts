import { passwordForm } from './models/form.ts'
import { declarePathTests } from './models/path-tests.ts'

declarePathTests('a form', { 'that changes a password': passwordForm })
