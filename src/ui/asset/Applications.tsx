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
import type { AssetPage } from '../../machines/asset.parts.ts'
import type { AssetCommand } from '../../machines/rules/asset-commands.ts'
import { useAtelier } from '../context.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Menu } from '../kit/Menu.tsx'
import type { MenuGroup } from '../kit/MenuPanel.tsx'
import { shownPart } from '../kit/part.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { useWords } from '../use-words.ts'
import { listWords } from '../words/list.ts'
import styles from './Details.module.css'
import type { AssetActor } from './use-asset.ts'
import { useRights } from './use-rights.ts'

const MoveDialog = shownPart(async () => (await import('../list/MoveDialog.tsx')).MoveDialog)

type Place = Asset['applications'][number]

/** Props of {@link Applications}. */
export interface ApplicationsProps {
  actor: AssetActor
  asset: Asset
  /** What names stand for; null until it has loaded. */
  page: AssetPage | null
}

/** The applications an asset is in, with its place in each: to be added, shown, hidden, moved and removed by those who may. */
export function Applications({ actor, asset, page }: ApplicationsProps) {
  const { translate } = useAtelier()
  const { mayUpdate } = useRights(asset)
  const perform = (command: AssetCommand) => actor.send({ type: 'command.requested', command })
  const held = new Set(asset.applications.map(({ applicationId }) => applicationId))
  const others = page?.applications.filter(({ id }) => !held.has(id)) ?? []
  const order = page?.links.map(({ id }) => id) ?? []
  const places = [...asset.applications].sort(
    (one, other) => order.indexOf(one.applicationId) - order.indexOf(other.applicationId),
  )
  const adds = others.map(({ id, name }) => ({
    id,
    label: name,
    icon: <Avatar name={name} size={22} shape="square" />,
    onAction: () => perform({ do: 'link', applicationId: id }),
  }))
  return (
    <section aria-labelledby="asset-applications-title">
      <div className={styles.heading}>
        <h2 id="asset-applications-title" className={styles.title}>
          {translate('asset.applications')} <span className={styles.count}>{held.size}</span>
        </h2>
        {mayUpdate && !asset.locked && adds.length > 0 && (
          <Menu label={translate('asset.applications.add.to')} groups={[{ items: adds }]}>
            {(button) => (
              <Button {...button} className={styles.add} size="sm" variant="ghost" icon={<PlusIcon />}>
                {translate('asset.applications.add')}
              </Button>
            )}
          </Menu>
        )}
      </div>
      {held.size === 0 && <p className={styles.none}>{translate('asset.applications.none')}</p>}
      {held.size > 0 && (
        <ul className={styles.applications}>
          {places.map((place) => (
            <Application key={place.applicationId} place={place} asset={asset} page={page} perform={perform} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Props of {@link Application}. */
interface ApplicationProps extends Pick<ApplicationsProps, 'asset' | 'page'> {
  place: Place
  perform: (command: AssetCommand) => void
}

function Application({ place, asset, page, perform }: ApplicationProps) {
  const { translate } = useAtelier()
  const { mayUpdate } = useRights(asset)
  const [isMoving, setMoving] = useState(false)
  const isLearnt = useWords(isMoving && listWords)
  const { applicationId, isVisible, position } = place
  const link = page?.links.find(({ id }) => id === applicationId)
  const name = link?.name ?? page?.applications.find(({ id }) => id === applicationId)?.name
  const total = link?.total ?? position
  const called = name ?? translate('asset.applications.unknown')
  const label = translate('asset.applications.actions', { name: called })
  const move = (to: number) => perform({ do: 'place', applicationId, position: to })
  const line = [
    translate('asset.applications.place', { position, total }),
    ...(isVisible ? [] : [translate('asset.applications.hidden')]),
  ].join(' · ')
  return (
    <li>
      {page ? <Avatar name={name ?? applicationId} size={36} shape="square" /> : <Skeleton width={36} height={36} />}
      <span>
        <b>{page ? called : <Skeleton width={120} />}</b>
        <small>{page ? line : <Skeleton width={72} height={10} />}</small>
      </span>
      {page && mayUpdate && (
        <Menu label={label} groups={() => groupsOf({ place, total, isLocked: asset.locked })}>
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
      {isMoving && isLearnt && (
        <MoveDialog
          name={asset.name}
          place={position}
          total={total}
          onMove={(to) => {
            setMoving(false)
            move(to)
          }}
          onClose={() => setMoving(false)}
        />
      )}
    </li>
  )

  function groupsOf({ isLocked }: { place: Place; total: number; isLocked: boolean }): MenuGroup[] {
    const disabled = isLocked ? translate('asset.locked') : undefined
    const say = (key: string) => translate(`asset.applications.${key}`)
    const isFirst = position === 1
    const isLast = position === total
    return [
      {
        items: [
          {
            id: 'visible',
            label: say(isVisible ? 'hide' : 'show'),
            icon: isVisible ? <EyeSlashIcon /> : <EyeIcon />,
            disabled,
            onAction: () => perform({ do: 'place', applicationId, isVisible: !isVisible }),
          },
        ],
      },
      {
        items: [
          { id: 'first', label: say('toFirst'), icon: <ArrowLineUpIcon />, ...off(isFirst), onAction: () => move(1) },
          {
            id: 'last',
            label: say('toLast'),
            icon: <ArrowLineDownIcon />,
            ...off(isLast),
            onAction: () => move(total),
          },
          { id: 'place', label: say('toPlace'), icon: <ListNumbersIcon />, onAction: () => setMoving(true) },
        ],
      },
      {
        items: [
          {
            id: 'remove',
            label: say('remove'),
            icon: <MinusCircleIcon />,
            disabled,
            onAction: () => perform({ do: 'unlink', applicationId }),
          },
        ],
      },
    ]
  }

  function off(isThere: boolean) {
    return isThere ? { disabled: translate('asset.applications.there') } : {}
  }
}
