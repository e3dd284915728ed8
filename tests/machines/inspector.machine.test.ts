import { followsRecord } from '../support/model/follow.ts'
import { inspectorModels } from './inspector.model.ts'

followsRecord('inspector', inspectorModels)
