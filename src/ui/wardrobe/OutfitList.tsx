import { TrashIcon } from '@phosphor-icons/react/Trash'
import { type FormEvent, useState } from 'react'
import { MAX_VIEW_NAME_LENGTH } from '../../api/contract/views.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { Button } from '../kit/Button.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import type { LazyPageToasts } from '../list/use-toasts.ts'
import { useSavedViews } from '../list/views/use-saved-views.ts'
import { wardrobeMessages } from '../messages/wardrobe.ts'
import { useTranslate } from '../use-translate.ts'
import { outfitListIdOf, outfitToView, wornIdsOfView } from './outfits.ts'
import styles from './Wardrobe.module.css'

export interface OutfitListProps {
  userId: string
  wear: readonly string[]
  onWear: (ids: readonly string[]) => void
  loadToasts: LazyPageToasts['load']
}

/** Saved outfits. Outfits are stored as views: in the account, or on this device for guests and unverified users. */
export function OutfitList({ userId, wear, onWear, loadToasts }: OutfitListProps) {
  const translate = useTranslate(wardrobeMessages)
  const [name, setName] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const { views, isOnDevice, save, remove } = useSavedViews(outfitListIdOf(userId), {
    loadToasts,
    deleted: 'wardrobe.outfit.deleted',
    onSaved: (savedName) => setAnnouncement(translate('wardrobe.outfit.saved', { name: savedName })),
  })
  const newName = name.trim()
  const saveOutfit = (event: FormEvent) => {
    event.preventDefault()
    if (!newName || wear.length === 0) return
    save(outfitToView(newName, wear))
    setName('')
  }
  const hint =
    wear.length === 0
      ? 'wardrobe.outfit.nothing'
      : views.some((view) => view.name === newName)
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
                aria-pressed={isSameSet(wornIdsOfView(view), wear)}
                onClick={() => onWear(wornIdsOfView(view))}
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
      <form className={styles.keep} onSubmit={saveOutfit}>
        <TextField
          label={translate('wardrobe.outfit.name')}
          value={name}
          onChange={setName}
          maxLength={MAX_VIEW_NAME_LENGTH}
          description={translate(hint)}
        />
        <Button type="submit" disabled={newName === '' || wear.length === 0}>
          {translate('wardrobe.outfit.save')}
        </Button>
      </form>
      <VisuallyHidden live="polite">{announcement}</VisuallyHidden>
    </section>
  )
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))
