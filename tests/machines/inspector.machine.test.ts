import { describeMachine } from '../support/model/describe-machine.ts'
import { inspectorModels } from './inspector.model.ts'

describeMachine('inspector', inspectorModels)
