import { describeMachine } from '../../support/model/describe-machine.ts'
import { connectivityModels } from './connectivity.model.ts'

describeMachine('connectivity', connectivityModels)
