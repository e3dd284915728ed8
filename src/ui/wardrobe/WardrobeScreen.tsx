import { CoatHangerIcon } from '@phosphor-icons/react/CoatHanger'
import { type DragEvent, useMemo, useState } from 'react'
import { isForbidden } from '../../api/contract/errors.ts'
import { may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'
import { useKeysOf } from '../keys-of.ts'
import { Icon } from '../kit/Icon.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { StageRoom } from '../kit/StageRoom.tsx'
import { useAbility } from '../list/use-ability.ts'
import { useToasts } from '../list/use-toasts.ts'
import { ModelStage, StageChip } from '../look/ModelStage.tsx'
import { useLook } from '../look/use-look.ts'
import { Crumbs } from '../shell/Crumbs.tsx'
import { FailedScene } from '../shell/FailedScene.tsx'
import { Forbidden } from '../shell/Forbidden.tsx'
import { useAsking } from '../use-asking.ts'
import { useMe } from '../use-me.ts'
import { userName } from '../users/user-name.ts'
import { Garments } from './Garments.tsx'
import { Outfits } from './Outfits.tsx'
import { GARMENT_DRAG } from './outfits.ts'
import { useWardrobe, type WardrobeOptions } from './use-wardrobe.ts'
import styles from './Wardrobe.module.css'

const TRAIL = [{ to: '/users', word: 'nav.users' }] as const

/** A wardrobe tried on: a body on its turntable, what it wears, what it could wear, and outfits that were kept. */
export function WardrobeScreen(props: WardrobeOptions) {
  const { userId, calls, wear, onWear } = props
  useKeysOf('stage')
  const { translate } = useAtelier()
  const isOwn = useMe() === userId
  const isAdmin = may(useAbility(), 'manage', 'all')
  const wardrobe = useWardrobe(props)
  const { reading, worn, body, models } = wardrobe
  const [look, setLook] = useLook()
  const toasts = useToasts('wardrobe.outfits')
  const owner = useAsking({
    question: isAdmin && !isOwn ? userId : null,
    ask: (_, signal) => calls.owner(signal),
    keptAs: 'wardrobe-owner',
  }).answer
  const name = owner && userName(owner, translate)
  const title = name ? translate('wardrobe.of', { name }) : translate('wardrobe.title')
  const shown = [body, ...worn.filter(({ id }) => id !== body?.id)].flatMap((one) => (one ? [one.name] : []))
  const source = useMemo(() => (models.length > 0 ? models : null), [models])
  const drop = useDrop((id) => {
    const asset = [...wardrobe.assets, ...wardrobe.figures].find((one) => one.id === id)
    if (asset && !worn.includes(asset)) wardrobe.turn(asset)
  })
  if (isForbidden(reading.error)) return <Forbidden />
  return (
    <div className={styles.page}>
      <PageHead
        title={title}
        total={reading.latest && wardrobe.ids.length}
        crumb={isAdmin && !isOwn && <Crumbs trail={TRAIL} />}
      />
      {!reading.latest && reading.error !== null ? (
        <FailedScene
          title={translate('wardrobe.failed')}
          list={isAdmin && !isOwn ? { to: '/users', label: translate('wardrobe.toUsers') } : undefined}
          error={reading.error}
          isBusy={reading.isBusy}
          onRetry={reading.askAgain}
        />
      ) : (
        <StageRoom
          {...drop.props}
          dropLabel={drop.isOver && translate('wardrobe.drop')}
          asideLabel={translate('wardrobe.title')}
          aside={
            <>
              <Outfits userId={userId} wear={wear} onWear={onWear} wantToasts={toasts.want} />
              <Garments wardrobe={wardrobe} mayChange={isAdmin} isOwn={isOwn} calls={calls} />
            </>
          }
        >
          <ModelStage
            source={source}
            label={translate('wardrobe.stage', { names: shown.join(', ') })}
            name={shown.slice(1).join(' ') || shown[0] || 'wardrobe'}
            look={look}
            onLook={setLook}
            chips={
              <StageChip>
                <Icon>
                  <CoatHangerIcon />
                </Icon>
                <b>{translate('wardrobe.wears', { n: shown.length > 0 ? shown.length - 1 : 0 })}</b>
              </StageChip>
            }
          />
        </StageRoom>
      )}
      {toasts.Region && <toasts.Region />}
    </div>
  )
}

/** Takes what is dragged from the list of garments. */
function useDrop(take: (id: string) => void) {
  const [isOver, setOver] = useState(false)
  const brings = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(GARMENT_DRAG)
  const props = {
    onDragOver: (event: DragEvent) => {
      if (!brings(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!brings(event)) return
      event.preventDefault()
      take(event.dataTransfer.getData(GARMENT_DRAG))
    },
  }
  return { isOver, props }
}
