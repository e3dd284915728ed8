import swirl from '../../../demo/effects/petal-swirl.glb?url'
import ines from '../../../demo/models/ines.glb?url'
import juno from '../../../demo/models/juno.glb?url'
import jacket from '../../../demo/models/kiln-jacket.glb?url'
import kofi from '../../../demo/models/kofi.glb?url'
import boot from '../../../demo/models/peat-boot.glb?url'
import inesIcon from '../../../demo/thumbnails/ines.webp?url'
import junoIcon from '../../../demo/thumbnails/juno.webp?url'
import jacketIcon from '../../../demo/thumbnails/kiln-jacket.webp?url'
import kofiIcon from '../../../demo/thumbnails/kofi.webp?url'
import bootIcon from '../../../demo/thumbnails/peat-boot.webp?url'

export interface SampleModel {
  name: string
  /** URLs of the model and its picture. */
  address: string
  icon: string
}

/** Sample models. The first is shown initially. */
export const SAMPLE_MODELS: readonly [SampleModel, ...SampleModel[]] = [
  { name: 'Ines', address: ines, icon: inesIcon },
  { name: 'Kofi', address: kofi, icon: kofiIcon },
  { name: 'Juno', address: juno, icon: junoIcon },
  { name: 'Kiln Jacket', address: jacket, icon: jacketIcon },
  { name: 'Peat Boot', address: boot, icon: bootIcon },
]

export const INITIAL_SAMPLE_EFFECT_URL = swirl

/** Returns the name of a sample model or of the sample effect; undefined for other URLs. */
export const sampleNameOf = (address: string): string | undefined =>
  address === INITIAL_SAMPLE_EFFECT_URL
    ? 'Petal Swirl'
    : SAMPLE_MODELS.find((sample) => sample.address === address)?.name
