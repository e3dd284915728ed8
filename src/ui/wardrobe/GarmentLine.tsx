import { CheckIcon } from '@phosphor-icons/react/Check'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { XIcon } from '@phosphor-icons/react/X'
import type { Asset } from '../../api/contract/assets.ts'
import { isMadeForOther } from '../../machines/rules/outfit.ts'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { GARMENT_DRAG } from './outfits.ts'
import type { WardrobeState } from './use-wardrobe.ts'
import styles from './Wardrobe.module.css'

/** Props of {@link GarmentLine}. */
export interface GarmentLineProps {
  asset: Asset
  wardrobe: Pick<WardrobeState, 'worn' | 'body' | 'turn'>
  /** Takes it out of the wardrobe; without it the person may not. */
  onRemove: (() => void) | undefined
}

/** One thing of a wardrobe: a press, or a drag onto the stage, puts it on; another press takes it off. */
export function GarmentLine({ asset, wardrobe: { worn, body, turn }, onRemove }: GarmentLineProps) {
  const { translate } = useAtelier()
  const { id, name, type, iconUrl } = asset
  const isWorn = worn.some((one) => one.id === id) || body?.id === id
  return (
    <li className={styles.garment}>
      <BareButton
        className={styles.turn}
        aria-pressed={isWorn}
        draggable
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData(GARMENT_DRAG, id)
          dataTransfer.effectAllowed = 'copy'
        }}
        onClick={() => turn(asset)}
      >
        <Plinth pigment={pigmentOf(type)} src={iconUrl} size={40}>
          <CubeIcon />
        </Plinth>
        <span className={styles.name}>
          {name}
          {isWorn && isMadeForOther(asset, body) && <small>{translate('wardrobe.otherBody')}</small>}
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
