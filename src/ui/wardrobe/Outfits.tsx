import { TrashIcon } from '@phosphor-icons/react/Trash'
import { type FormEvent, useState } from 'react'
import { MAX_VIEW_NAME } from '../../api/contract/views.ts'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { TextField } from '../kit/TextField.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import type { ListToasts } from '../list/use-toasts.ts'
import { useViews } from '../list/use-views.ts'
import { outfitOf, outfitsOf, viewOfOutfit } from './outfits.ts'
import styles from './Wardrobe.module.css'

/** Props of {@link Outfits}. */
export interface OutfitsProps {
  /** Whose wardrobe the outfits are of. */
  userId: string
  wear: readonly string[]
  onWear: (ids: readonly string[]) => void
  /** Where it is told that one was deleted, or could not be kept. */
  wantToasts: ListToasts['want']
}

/** Outfits under their names: kept as views are, by the account, for a guest on this device. */
export function Outfits({ userId, wear, onWear, wantToasts }: OutfitsProps) {
  const { translate } = useAtelier()
  const [name, setName] = useState('')
  const [said, setSaid] = useState('')
  const { views, isOnDevice, save, remove } = useViews(outfitsOf(userId), {
    wantToasts,
    deleted: 'wardrobe.outfit.deleted',
    onSaved: (kept) => setSaid(translate('wardrobe.outfit.saved', { name: kept })),
  })
  const wanted = name.trim()
  const keep = (event: FormEvent) => {
    event.preventDefault()
    if (!wanted || wear.length === 0) return
    save(viewOfOutfit(wanted, wear))
    setName('')
  }
  const hint =
    wear.length === 0
      ? 'wardrobe.outfit.nothing'
      : views.some((view) => view.name === wanted)
        ? 'wardrobe.outfit.taken'
        : isOnDevice
          ? 'wardrobe.outfit.here'
          : 'wardrobe.outfit.yours'
  return (
    <section aria-labelledby="outfits">
      <header className={styles.head}>
        <h2 id="outfits">{translate('wardrobe.outfits')}</h2>
      </header>
      {views.length > 0 && (
        <ul className={styles.outfits}>
          {views.map((view) => (
            <li key={view.name} className={styles.garment}>
              <BareButton
                className={styles.turn}
                aria-pressed={isSame(outfitOf(view), wear)}
                onClick={() => onWear(outfitOf(view))}
              >
                <span className={styles.name}>{view.name}</span>
              </BareButton>
              <IconButton
                size="sm"
                label={translate('wardrobe.outfit.delete', { name: view.name })}
                icon={<TrashIcon />}
                onClick={() => remove(view.name)}
              />
            </li>
          ))}
        </ul>
      )}
      <form className={styles.keep} onSubmit={keep}>
        <TextField
          label={translate('wardrobe.outfit.name')}
          value={name}
          onChange={setName}
          maxLength={MAX_VIEW_NAME}
          description={translate(hint)}
        />
        <Button type="submit" disabled={wanted === '' || wear.length === 0}>
          {translate('wardrobe.outfit.save')}
        </Button>
      </form>
      <VisuallyHidden live="polite">{said}</VisuallyHidden>
    </section>
  )
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))
