import type { TexturePrediction, TextureSlot } from '../../api/contract/textures.ts'
import { useAtelier } from '../context.ts'
import { Chip } from '../kit/Chip.tsx'
import { useAsking } from '../use-asking.ts'
import styles from './NewAsset.module.css'

/** Tells what a texture that was sent is likely used for, by its address. Rejects with `ApiError`. */
export type PredictSlot = (textureUrl: string, signal: AbortSignal) => Promise<TexturePrediction>

/** What the texture of an asset is meant for. */
const MEANT: TextureSlot = 'baseColor'

/** What a texture looks like, once it was sent: told where it is sure, asked where it is not, or is not what it is meant for. */
export function SlotNote({ url, predict }: { url: string | null; predict: PredictSlot }) {
  const { translate } = useAtelier()
  const { answer } = useAsking({ question: url, ask: predict, keptAs: 'slot' })
  if (!answer) return null
  const nameOf = (slot: TextureSlot) => translate(`new.slot.${slot}`)
  if (answer.slot === MEANT)
    return (
      <p className={styles.slot}>
        {nameOf(MEANT)} <Chip tone="accent">{translate('new.guessed')}</Chip>
      </p>
    )
  if (answer.slot) return <p className={styles.slot}>{translate('new.slot.other', { slot: nameOf(answer.slot) })}</p>
  const likely = (Object.entries(answer.chances) as [TextureSlot, number][]).sort((a, b) => b[1] - a[1])
  const [first, second] = likely.map(([slot]) => nameOf(slot))
  return <p className={styles.slot}>{translate('new.slot.unsure', { first: first!, second: second! })}</p>
}
