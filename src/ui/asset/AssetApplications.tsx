import { ArrowLineDownIcon } from '@phosphor-icons/react/ArrowLineDown'
import { ArrowLineUpIcon } from '@phosphor-icons/react/ArrowLineUp'
import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { ListNumbersIcon } from '@phosphor-icons/react/ListNumbers'
import { MinusCircleIcon } from '@phosphor-icons/react/MinusCircle'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset/asset.setup.ts'
import type { AssetCommand } from '../../machines/asset/asset-commands.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import { Menu } from '../kit/overlays/Menu.tsx'
import type { MenuGroup } from '../kit/overlays/MenuPanel.tsx'
import { assetMessages } from '../messages/asset.ts'
import { listMessages } from '../messages/list.ts'
import { useMessages } from '../use-messages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetDetails.module.css'
import type { AssetActor } from './use-asset.ts'
import { useAssetPermissions } from './use-asset-permissions.ts'

const MoveDialog = lazyComponent(async () => (await import('../list/reorder/MoveDialog.tsx')).MoveDialog)

type ApplicationLink = Asset['applications'][number]

export interface AssetApplicationsProps {
  actor: AssetActor
  asset: Asset
  /** Loaded page data, with the names of the applications and tags that the asset refers to. Null until loaded. */
  page: AssetPage | null
}

/** Applications that contain the asset, with the asset's position in each. Editable for users with permission. */
export function AssetApplications({ actor, asset, page }: AssetApplicationsProps) {
  const translate = useTranslate(assetMessages)
  const { mayUpdate } = useAssetPermissions(asset)
  const perform = (command: AssetCommand) => actor.send({ type: 'command.requested', command })
  const applicationIds = new Set(asset.applications.map(({ applicationId }) => applicationId))
  const otherApplications = page?.applications.filter(({ id }) => !applicationIds.has(id)) ?? []
  const order = page?.links.map(({ id }) => id) ?? []
  const sortedApplications = [...asset.applications].sort(
    (one, other) => order.indexOf(one.applicationId) - order.indexOf(other.applicationId),
  )
  const addItems = otherApplications.map(({ id, name }) => ({
    id,
    label: name,
    icon: <Avatar name={name} size={22} shape="square" />,
    onAction: () => perform({ do: 'link', applicationId: id }),
  }))
  return (
    <section aria-labelledby="asset-applications-title">
      <div className={styles.heading}>
        <h2 id="asset-applications-title" className={styles.title}>
          {translate('asset.applications')} <span className={styles.count}>{applicationIds.size}</span>
        </h2>
        {mayUpdate && !asset.locked && addItems.length > 0 && (
          <Menu label={translate('asset.applications.add.to')} groups={[{ items: addItems }]}>
            {(button) => (
              <Button {...button} className={styles.add} size="sm" variant="ghost" icon={<PlusIcon />}>
                {translate('asset.applications.add')}
              </Button>
            )}
          </Menu>
        )}
      </div>
      {applicationIds.size === 0 && <p className={styles.none}>{translate('asset.applications.none')}</p>}
      {applicationIds.size > 0 && (
        <ul className={styles.applications}>
          {sortedApplications.map((application) => (
            <ApplicationItem
              key={application.applicationId}
              placement={application}
              asset={asset}
              page={page}
              perform={perform}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ApplicationItemProps extends Pick<AssetApplicationsProps, 'asset' | 'page'> {
  placement: ApplicationLink
  perform: (command: AssetCommand) => void
}

function ApplicationItem({ placement, asset, page, perform }: ApplicationItemProps) {
  const translate = useTranslate(assetMessages)
  const { mayUpdate } = useAssetPermissions(asset)
  const [isMoving, setMoving] = useState(false)
  const hasMessages = useMessages(isMoving && listMessages) !== undefined
  const { applicationId, isVisible, position } = placement
  const link = page?.links.find(({ id }) => id === applicationId)
  const name = link?.name ?? page?.applications.find(({ id }) => id === applicationId)?.name
  const total = link?.total ?? position
  const displayName = name ?? translate('asset.applications.unknown')
  const label = translate('asset.applications.actions', { name: displayName })
  const move = (newPosition: number) => perform({ do: 'place', applicationId, position: newPosition })
  const line = [
    translate('asset.applications.place', { position, total }),
    ...(isVisible ? [] : [translate('asset.applications.hidden')]),
  ].join(' · ')
  return (
    <li>
      {page ? <Avatar name={name ?? applicationId} size={36} shape="square" /> : <Skeleton width={36} height={36} />}
      <span>
        <b>{page ? displayName : <Skeleton width={120} />}</b>
        <small>{page ? line : <Skeleton width={72} height={10} />}</small>
      </span>
      {page && mayUpdate && (
        <Menu label={label} groups={() => groupsOf({ isLocked: asset.locked })}>
          {(button) => (
            <IconButton
              {...button}
              className={styles.more}
              size="sm"
              label={label}
              tip={false}
              icon={<DotsThreeIcon weight="bold" />}
            />
          )}
        </Menu>
      )}
      {isMoving && hasMessages && (
        <MoveDialog
          name={asset.name}
          currentPosition={position}
          total={total}
          onMove={(newPosition) => {
            setMoving(false)
            move(newPosition)
          }}
          onClose={() => setMoving(false)}
        />
      )}
    </li>
  )

  function groupsOf({ isLocked }: { isLocked: boolean }): MenuGroup[] {
    const disabled = isLocked ? translate('asset.locked') : undefined
    const translateAction = (key: 'hide' | 'show' | 'toFirst' | 'toLast' | 'toPlace' | 'remove') =>
      translate(`asset.applications.${key}`)
    const isFirst = position === 1
    const isLast = position === total
    return [
      {
        items: [
          {
            id: 'visible',
            label: translateAction(isVisible ? 'hide' : 'show'),
            icon: isVisible ? <EyeSlashIcon /> : <EyeIcon />,
            disabled,
            onAction: () => perform({ do: 'place', applicationId, isVisible: !isVisible }),
          },
        ],
      },
      {
        items: [
          {
            id: 'first',
            label: translateAction('toFirst'),
            icon: <ArrowLineUpIcon />,
            ...disabledAtEnd(isFirst),
            onAction: () => move(1),
          },
          {
            id: 'last',
            label: translateAction('toLast'),
            icon: <ArrowLineDownIcon />,
            ...disabledAtEnd(isLast),
            onAction: () => move(total),
          },
          {
            id: 'place',
            label: translateAction('toPlace'),
            icon: <ListNumbersIcon />,
            onAction: () => setMoving(true),
          },
        ],
      },
      {
        items: [
          {
            id: 'remove',
            label: translateAction('remove'),
            icon: <MinusCircleIcon />,
            disabled,
            onAction: () => perform({ do: 'unlink', applicationId }),
          },
        ],
      },
    ]
  }

  function disabledAtEnd(isAtEnd: boolean) {
    return isAtEnd ? { disabled: translate('asset.applications.there') } : {}
  }
}
