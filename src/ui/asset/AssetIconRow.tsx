import { CameraIcon } from '@phosphor-icons/react/Camera'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { MagicWandIcon } from '@phosphor-icons/react/MagicWand'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Plinth } from '../kit/layout/Plinth.tsx'
import { Menu } from '../kit/overlays/Menu.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useJob } from '../use-job.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetDetails.module.css'
import type { AssetPanelCalls } from './asset-panel-calls.ts'
import { LazyReplaceDialog } from './LazyReplaceDialog.tsx'
import type { AssetActor } from './use-asset.ts'
import { useAssetPermissions } from './use-asset-permissions.ts'
import { useRunningCommand } from './use-command-toasts.ts'

export interface AssetIconRowProps {
  actor: AssetActor
  asset: Asset
  work: AssetPanelCalls
}

/** Icon of the asset, with actions to render it from the model, capture it from the viewer, or upload a file. */
export function AssetIconRow({ actor, asset, work }: AssetIconRowProps) {
  const translate = useTranslate(assetMessages)
  const { language } = useAtelier()
  const { mayUpdate } = useAssetPermissions(asset)
  const [isSending, setSending] = useState(false)
  const command = useRunningCommand(actor)
  const job = useJob({
    start: (_, signal) => work.generateIcon(signal),
    read: work.readJob,
    // Reloads the asset, because the browser may receive no change events.
    onEnd: () => actor.send({ type: 'remoteChange.received', change: 'gap' }),
  })
  const isBusy = job.isBusy || command?.do === 'portray'
  const items = [
    {
      id: 'draw',
      label: translate('asset.icon.draw'),
      icon: <MagicWandIcon />,
      onAction: () => job.start('icon'),
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
        <small role="status">{statusText()}</small>
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
        <LazyReplaceDialog
          kind="icon"
          asset={asset}
          work={work}
          onReplace={(iconUrl) => actor.send({ type: 'command.requested', command: { do: 'replace', iconUrl } })}
          onClose={() => setSending(false)}
        />
      )}
    </div>
  )

  function statusText() {
    if (isBusy) {
      const share = job.progress === undefined ? [] : [formatPercent(job.progress, language)]
      return [translate('asset.icon.drawing'), ...share].join(' · ')
    }
    if (job.error !== null) return translate(getErrorMessageKey(job.error))
    if (job.reason) return <span lang="en">{job.reason}</span>
    return asset.iconUrl ? translate('asset.icon.why') : translate('asset.icon.none')
  }
}
