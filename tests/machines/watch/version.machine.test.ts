import { describeMachine } from '../../support/model/describe-machine.ts'
import { versionModels } from './version.model.ts'

describeMachine('version', versionModels)
