import { describeMachine } from '../../support/model/describe-machine.ts'
import { newAssetModels } from './new-asset.model.ts'

describeMachine('new-asset', newAssetModels)
