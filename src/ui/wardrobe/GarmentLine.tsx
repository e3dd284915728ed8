import { CheckIcon } from '@phosphor-icons/react/Check'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { XIcon } from '@phosphor-icons/react/X'
import type { Asset } from '../../api/contract/assets.ts'
import { isMadeForOtherBody } from '../../machines/asset/outfit.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Plinth } from '../kit/layout/Plinth.tsx'
import { wardrobeMessages } from '../messages/wardrobe.ts'
import { useTranslate } from '../use-translate.ts'
import { GARMENT_DRAG_TYPE } from './outfits.ts'
import type { WardrobeState } from './use-wardrobe.ts'
import styles from './Wardrobe.module.css'

export interface GarmentLineProps {
  asset: Asset
  wardrobe: Pick<WardrobeState, 'worn' | 'body' | 'turn'>
  /** Removes the item from the wardrobe. Undefined if the user is not allowed to. */
  onRemove: (() => void) | undefined
}

/** Item of a wardrobe. A press puts the item on or takes it off. Dragging the item into the viewer puts it on. */
export function GarmentLine({ asset, wardrobe: { worn, body, turn }, onRemove }: GarmentLineProps) {
  const translate = useTranslate(wardrobeMessages)
  const { id, name, type, iconUrl } = asset
  const isWorn = worn.some((wornAsset) => wornAsset.id === id) || body?.id === id
  return (
    <li className={styles.garment}>
      <BareButton
        className={styles.turn}
        aria-pressed={isWorn}
        draggable
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData(GARMENT_DRAG_TYPE, id)
          dataTransfer.effectAllowed = 'copy'
        }}
        onClick={() => turn(asset)}
      >
        <Plinth pigment={pigmentOf(type)} src={iconUrl} size={40}>
          <CubeIcon />
        </Plinth>
        <span className={styles.name}>
          {name}
          {isWorn && isMadeForOtherBody(asset, body) && <small>{translate('wardrobe.otherBody')}</small>}
        </span>
        {isWorn && (
          <Icon size="sm" className={styles.worn}>
            <CheckIcon weight="bold" />
          </Icon>
        )}
      </BareButton>
      {onRemove && (
        <IconButton size="sm" label={translate('wardrobe.remove', { name })} icon={<XIcon />} onClick={onRemove} />
      )}
    </li>
  )
}
