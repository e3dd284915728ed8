import { followsRecord } from '../support/model/follow.ts'
import { reachModels } from './reach.model.ts'

followsRecord('reach', reachModels)
