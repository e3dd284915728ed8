import { followsRecord } from '../support/model/follow.ts'
import { entryModels } from './entry.model.ts'

followsRecord('entry', entryModels)
