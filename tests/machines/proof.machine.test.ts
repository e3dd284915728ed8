import { describeMachine } from '../support/model/describe-machine.ts'
import { proofModels } from './proof.model.ts'

describeMachine('proof', proofModels)
