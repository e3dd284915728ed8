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

/** A model of ours to begin with. */
export interface Sample {
  name: string
  /** Where the model lies, and its picture. */
  address: string
  icon: string
}

/** What can be looked at before anything was dropped; the first greets. */
export const SAMPLES: readonly [Sample, ...Sample[]] = [
  { name: 'Ines', address: ines, icon: inesIcon },
  { name: 'Kofi', address: kofi, icon: kofiIcon },
  { name: 'Juno', address: juno, icon: junoIcon },
  { name: 'Kiln Jacket', address: jacket, icon: jacketIcon },
  { name: 'Peat Boot', address: boot, icon: bootIcon },
]

/** The address of the effect by which the first comes in. */
export const GREETING = swirl

/** What is called how of ours; undefined for any other address. */
export const sampleName = (address: string): string | undefined =>
  address === GREETING ? 'Petal Swirl' : SAMPLES.find((sample) => sample.address === address)?.name
