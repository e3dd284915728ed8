import type { TexturePrediction, TextureSlot } from '../../api/contract/textures.ts'
import { Chip } from '../kit/Chip.tsx'
import { formMessages } from '../messages/form.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './NewAssetForm.module.css'

/** Predicts the material slot of an uploaded texture by its URL. Rejects with `ApiError`. */
export type PredictSlot = (textureUrl: string, signal: AbortSignal) => Promise<TexturePrediction>

/** Material slot that an asset's texture must be made for. */
const EXPECTED_SLOT: TextureSlot = 'baseColor'

/**
 * Note on the material slot predicted for an uploaded texture. An unsure prediction gives the two likeliest slots. Warns if the
 * predicted slot is not the expected one.
 */
export function TextureSlotHint({ url, predict }: { url: string | null; predict: PredictSlot }) {
  const translate = useTranslate(formMessages)
  const { data } = useQuery({ queryKey: url, queryFn: predict, cacheName: 'slot' })
  if (!data) return null
  const nameOf = (slot: TextureSlot) => translate(`new.slot.${slot}`)
  if (data.slot === EXPECTED_SLOT)
    return (
      <p className={styles.slot}>
        {nameOf(EXPECTED_SLOT)} <Chip tone="accent">{translate('new.guessed')}</Chip>
      </p>
    )
  if (data.slot) return <p className={styles.slot}>{translate('new.slot.other', { slot: nameOf(data.slot) })}</p>
  const slotsByChance = (Object.entries(data.chances) as [TextureSlot, number][]).sort((a, b) => b[1] - a[1])
  const [first, second] = slotsByChance.map(([slot]) => nameOf(slot))
  return <p className={styles.slot}>{translate('new.slot.unsure', { first: first!, second: second! })}</p>
}
