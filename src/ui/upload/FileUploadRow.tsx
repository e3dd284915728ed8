import type { ReactNode } from 'react'
import { percentOf } from '../../machines/upload/upload-progress.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatPercent } from '../formats.ts'
import { ChosenFile } from '../kit/fields/ChosenFile.tsx'
import { ChosenPicture } from '../kit/fields/ChosenPicture.tsx'
import { formMessages } from '../messages/form.ts'
import { useTranslate } from '../use-translate.ts'
import { describeUploadProgress } from './describe-upload.ts'
import { useObjectUrl } from './use-object-url.ts'
import type { Upload } from './use-upload.ts'

/** Display size of an image, in pixels. */
export interface PictureSize {
  width: number
  height: number
}

export interface FileUploadRowProps {
  upload: Upload
  preview?: ReactNode
  /** If given, an uploaded image is shown as a tile of this size. */
  picture?: PictureSize | undefined
  onRemove?: (() => void) | undefined
}

export function FileUploadRow({ upload: { actor, snapshot }, preview, picture, onRemove }: FileUploadRowProps) {
  const translate = useTranslate(formMessages)
  const { language } = useAtelier()
  const { file, progress, checkProgress } = snapshot.context
  const src = useObjectUrl(picture ? file : null)
  if (!file) return null
  const remove = onRemove ?? (() => actor.send({ type: 'removal.requested' }))
  const isSent = snapshot.matches('sent')
  if (picture && isSent) {
    const texts = { name: file.name, removeText: translate('upload.remove') }
    return <ChosenPicture {...texts} {...picture} src={src} onRemove={remove} />
  }
  const isFailed = snapshot.matches('failed')
  const isResting = isFailed || snapshot.matches({ sending: 'paused' })
  const isChecked = snapshot.matches('checking') && checkProgress !== null
  const isUnderway = snapshot.matches('sending') || isFailed
  const share = isChecked ? checkProgress : isUnderway ? percentOf(progress) / 100 : undefined
  return (
    <ChosenFile
      name={file.name}
      preview={preview}
      {...(share !== undefined && { progress: share, progressText: formatPercent(share, language) })}
      {...(isChecked && { progressLabel: translate('upload.announced.checking', { name: file.name }) })}
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
    const facts = describeUploadProgress(progress, translate, language)
    if (isFailed) return [translate('upload.failed'), ...facts]
    if (snapshot.matches({ sending: 'paused' })) return [translate('upload.paused'), ...facts]
    if (snapshot.matches({ sending: { active: 'waiting' } })) return [translate('upload.waiting'), size]
    if (snapshot.matches({ sending: { active: 'offline' } })) return [translate('upload.offline'), ...facts]
    if (snapshot.matches({ sending: { active: 'retrying' } })) return [translate('upload.retrying'), ...facts]
    return facts
  }
}
