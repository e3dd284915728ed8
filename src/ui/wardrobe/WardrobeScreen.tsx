import { CoatHangerIcon } from '@phosphor-icons/react/CoatHanger'
import { type DragEvent, useMemo, useState } from 'react'
import { isForbidden } from '../../api/contract/errors.ts'
import { can } from '../../machines/session/ability.ts'
import { useActiveShortcuts } from '../active-shortcuts.ts'
import { Breadcrumbs } from '../Breadcrumbs.tsx'
import { Icon } from '../kit/Icon.tsx'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { StageLayout } from '../kit/layout/StageLayout.tsx'
import { useAbility } from '../list/actions/use-ability.ts'
import { useToasts } from '../list/use-toasts.ts'
import { ModelStage, StageChip } from '../look/ModelStage.tsx'
import { useDisplayOptions } from '../look/use-display-options.ts'
import { wardrobeMessages } from '../messages/wardrobe.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { ForbiddenState } from '../shell/ForbiddenState.tsx'
import { useCurrentUserId } from '../use-current-user-id.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import { userDisplayNameOf } from '../user-name.ts'
import { GarmentList } from './GarmentList.tsx'
import { OutfitList } from './OutfitList.tsx'
import { GARMENT_DRAG_TYPE } from './outfits.ts'
import { useWardrobe, type WardrobeOptions } from './use-wardrobe.ts'
import styles from './Wardrobe.module.css'

const BREADCRUMBS = [{ to: '/users', labelKey: 'nav.users' }] as const

/** Page of a wardrobe: a body in the viewer with the worn items, the list of items, and saved outfits. */
export function WardrobeScreen(props: WardrobeOptions) {
  const { userId, calls, wear, onWear } = props
  useActiveShortcuts('stage')
  const translate = useTranslate(wardrobeMessages)
  const isOwn = useCurrentUserId() === userId
  const isAdmin = can(useAbility(), 'manage', 'all')
  const wardrobe = useWardrobe(props)
  const { reading, worn, body, models } = wardrobe
  const [look, setLook] = useDisplayOptions()
  const toasts = useToasts('wardrobe.outfits')
  const owner = useQuery({
    queryKey: isAdmin && !isOwn ? userId : null,
    queryFn: (_, signal) => calls.owner(signal),
    cacheName: 'wardrobe-owner',
  }).data
  const name = owner && userDisplayNameOf(owner, translate)
  const title = name ? translate('wardrobe.of', { name }) : translate('wardrobe.title')
  const shownNames = [body, ...worn.filter(({ id }) => id !== body?.id)].flatMap((wornAsset) =>
    wornAsset ? [wornAsset.name] : [],
  )
  const source = useMemo(() => (models.length > 0 ? models : null), [models])
  const dropProps = useGarmentDrop((id) => {
    const asset = [...wardrobe.assets, ...wardrobe.figures].find((candidate) => candidate.id === id)
    if (asset && !worn.includes(asset)) wardrobe.turn(asset)
  })
  if (isForbidden(reading.error)) return <ForbiddenState />
  return (
    <div className={styles.page}>
      <PageHead
        title={title}
        total={reading.latestData && wardrobe.ids.length}
        crumb={isAdmin && !isOwn && <Breadcrumbs trail={BREADCRUMBS} />}
      />
      {!reading.latestData && reading.error !== null ? (
        <ErrorState
          title={translate('wardrobe.failed')}
          list={isAdmin && !isOwn ? { to: '/users', label: translate('wardrobe.toUsers') } : undefined}
          error={reading.error}
          isBusy={reading.isBusy}
          onRetry={reading.refetch}
        />
      ) : (
        <StageLayout
          {...dropProps.props}
          dropLabel={dropProps.isOver && translate('wardrobe.drop')}
          asideLabel={translate('wardrobe.title')}
          aside={
            <>
              <OutfitList userId={userId} wear={wear} onWear={onWear} loadToasts={toasts.load} />
              <GarmentList wardrobe={wardrobe} canChange={isAdmin} isOwn={isOwn} calls={calls} />
            </>
          }
        >
          <ModelStage
            source={source}
            label={translate('wardrobe.stage', { names: shownNames.join(', ') })}
            name={shownNames.slice(1).join(' ') || shownNames[0] || 'wardrobe'}
            look={look}
            onLook={setLook}
            chips={
              <StageChip>
                <Icon>
                  <CoatHangerIcon />
                </Icon>
                <b>{translate('wardrobe.wears', { n: shownNames.length > 0 ? shownNames.length - 1 : 0 })}</b>
              </StageChip>
            }
          />
        </StageLayout>
      )}
      {toasts.Region && <toasts.Region />}
    </div>
  )
}

function useGarmentDrop(onGarment: (id: string) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const hasGarment = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(GARMENT_DRAG_TYPE)
  const props = {
    onDragOver: (event: DragEvent) => {
      if (!hasGarment(event)) return
      event.preventDefault()
      setDraggedOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDraggedOver(false)
    },
    onDrop: (event: DragEvent) => {
      setDraggedOver(false)
      if (!hasGarment(event)) return
      event.preventDefault()
      onGarment(event.dataTransfer.getData(GARMENT_DRAG_TYPE))
    },
  }
  return { isOver: isDraggedOver, props }
}
