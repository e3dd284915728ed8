import { describeMachine } from '../../support/model/describe-machine.ts'
import { reauthenticationModels } from './reauthentication.model.ts'

describeMachine('reauthentication', reauthenticationModels)
