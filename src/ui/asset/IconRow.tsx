import { CameraIcon } from '@phosphor-icons/react/Camera'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { MagicWandIcon } from '@phosphor-icons/react/MagicWand'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { Menu } from '../kit/Menu.tsx'
import { Plinth } from '../kit/Plinth.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import type { AssetWork } from './asset-work.ts'
import styles from './Details.module.css'
import { ReplaceFile } from './ReplaceFile.tsx'
import type { AssetActor } from './use-asset.ts'
import { useCommand } from './use-commands.ts'
import { useJob } from './use-job.ts'
import { useRights } from './use-rights.ts'

/** Props of {@link IconRow}. */
export interface IconRowProps {
  actor: AssetActor
  asset: Asset
  work: AssetWork
}

/** The asset's icon: drawn from its model, taken from the stage as it is turned now, or sent. */
export function IconRow({ actor, asset, work }: IconRowProps) {
  const { translate, language } = useAtelier()
  const { mayUpdate } = useRights(asset)
  const [isSending, setSending] = useState(false)
  const command = useCommand(actor)
  const job = useJob({
    begin: (_, signal) => work.drawIcon(signal),
    read: work.readJob,
    // Whoever hears of no events sees it too.
    onEnd: () => actor.send({ type: 'change.heard', news: 'gap' }),
  })
  const isBusy = job.isBusy || command?.do === 'portray'
  const items = [
    {
      id: 'draw',
      label: translate('asset.icon.draw'),
      icon: <MagicWandIcon />,
      onAction: () => job.begin('icon'),
    },
    {
      id: 'portray',
      label: translate('asset.icon.portray'),
      icon: <CameraIcon />,
      onAction: () => actor.send({ type: 'command.requested', command: { do: 'portray' } }),
    },
    {
      id: 'send',
      label: translate('asset.icon.send'),
      icon: <UploadSimpleIcon />,
      onAction: () => setSending(true),
    },
  ]
  return (
    <div className={styles.icon}>
      <Plinth pigment={pigmentOf(asset.type)} src={asset.iconUrl}>
        <CubeIcon />
      </Plinth>
      <span className={styles.iconWords}>
        <h3>{translate('asset.iconUrl')}</h3>
        <small role="status">{said()}</small>
        {job.isBusy && job.progress !== undefined && (
          <ProgressBar label={translate('asset.icon.drawing')} value={job.progress} />
        )}
      </span>
      {mayUpdate && !asset.locked && (
        <Menu label={translate('asset.icon.change')} groups={[{ items }]}>
          {(button) => (
            <Button {...button} size="sm" busy={isBusy && translate('action.working')}>
              {translate('asset.icon.change')}
            </Button>
          )}
        </Menu>
      )}
      {isSending && (
        <ReplaceFile
          kind="icon"
          asset={asset}
          work={work}
          onReplace={(iconUrl) => actor.send({ type: 'command.requested', command: { do: 'replace', iconUrl } })}
          onClose={() => setSending(false)}
        />
      )}
    </div>
  )

  function said() {
    if (isBusy) {
      const share = job.progress === undefined ? [] : [formatPercent(job.progress, language)]
      return [translate('asset.icon.drawing'), ...share].join(' · ')
    }
    if (job.error !== null) return translate(wordOf(job.error))
    if (job.reason) return <span lang="en">{job.reason}</span>
    return asset.iconUrl ? translate('asset.icon.why') : translate('asset.icon.none')
  }
}
