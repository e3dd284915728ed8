import type { ReactNode } from 'react'
import { percentOf } from '../../machines/rules/upload-progress.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { ChosenFile } from '../kit/ChosenFile.tsx'
import { ChosenPicture } from '../kit/ChosenPicture.tsx'
import { progressFacts } from './upload-facts.ts'
import { useObjectUrl } from './use-object-url.ts'
import type { Upload } from './use-upload.ts'

/** How large an image is shown, in pixels. */
export interface PictureSize {
  width: number
  height: number
}

/** Props of {@link SentFile}. */
export interface SentFileProps {
  upload: Upload
  preview?: ReactNode
  /** Shows an image that was sent as a tile. */
  picture?: PictureSize | undefined
  onRemove?: (() => void) | undefined
}

/** A held file: what it is, how far it has come, and what can be done about it. */
export function SentFile({ upload: { actor, snapshot }, preview, picture, onRemove }: SentFileProps) {
  const { translate, language } = useAtelier()
  const { file, progress, checkedShare } = snapshot.context
  const src = useObjectUrl(picture ? file : null)
  if (!file) return null
  const remove = onRemove ?? (() => actor.send({ type: 'removal.requested' }))
  const isSent = snapshot.matches('sent')
  if (picture && isSent) {
    const words = { name: file.name, removeText: translate('upload.remove') }
    return <ChosenPicture {...words} {...picture} src={src} onRemove={remove} />
  }
  const isFailed = snapshot.matches('failed')
  const isResting = isFailed || snapshot.matches({ sending: 'paused' })
  const isChecked = snapshot.matches('checking') && checkedShare !== null
  const isUnderway = snapshot.matches('sending') || isFailed
  const share = isChecked ? checkedShare : isUnderway ? percentOf(progress) / 100 : undefined
  return (
    <ChosenFile
      name={file.name}
      preview={preview}
      {...(share !== undefined && { progress: share, progressText: formatPercent(share, language) })}
      {...(isChecked && { progressLabel: translate('upload.said.checking', { name: file.name }) })}
      facts={factsOf()}
      paused={isResting}
      {...(snapshot.matches('sending') && { onPause: () => actor.send({ type: 'pause.requested' }) })}
      {...(isUnderway && { onResume: () => actor.send({ type: 'resume.requested' }) })}
      onRemove={remove}
      words={{
        pause: translate('upload.pause'),
        resume: translate(isFailed ? 'upload.again' : 'upload.resume'),
        remove: translate('upload.remove'),
      }}
    />
  )

  function factsOf(): string[] {
    const size = formatBytes(file?.size ?? 0, language)
    if (isSent) return [translate('upload.sent'), size]
    if (snapshot.matches('checking')) return [translate('upload.checking'), size]
    if (snapshot.matches('chosen')) return [translate('upload.waiting'), size]
    const facts = progressFacts(progress, translate, language)
    if (isFailed) return [translate('upload.failed'), ...facts]
    if (snapshot.matches({ sending: 'paused' })) return [translate('upload.paused'), ...facts]
    if (snapshot.matches({ sending: { active: 'waiting' } })) return [translate('upload.waiting'), size]
    if (snapshot.matches({ sending: { active: 'offline' } })) return [translate('upload.offline'), ...facts]
    if (snapshot.matches({ sending: { active: 'retrying' } })) return [translate('upload.retrying'), ...facts]
    return facts
  }
}
