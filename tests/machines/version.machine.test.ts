import { followsRecord } from '../support/model/follow.ts'
import { versionModels } from './version.model.ts'

followsRecord('version', versionModels)
