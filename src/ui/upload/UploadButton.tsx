import { TrashIcon } from '@phosphor-icons/react/Trash'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useId } from 'react'
import { ALL_UPLOAD_KINDS } from '../../api/contract/files.ts'
import { getFileExtensions } from '../../files/file-checks.ts'
import { percentOf } from '../../machines/upload/upload-progress.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { formMessages } from '../messages/form.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './UploadField.module.css'
import type { UploadFieldProps } from './UploadField.tsx'
import { UploadFieldFrame } from './UploadFieldFrame.tsx'
import { describeUploadProblem, describeUploadStatus } from './upload-messages.ts'
import { useFileDrop } from './use-file-drop.ts'

/** File field that looks like a button: "Upload a file" while empty, "Remove" with a file (Spec §4). */
export function UploadButton(
  props: Omit<UploadFieldProps, 'preview' | 'picture' | 'onMany' | 'onRemove' | 'shortLimit'>,
) {
  const { name, kind, label, upload, error, onBlur } = props
  const translate = useTranslate(formMessages)
  const { language } = useAtelier()
  const { actor, snapshot } = upload
  const id = useId()
  const { getRootProps, getInputProps, open, onPaste } = useFileDrop({ actor, hasButton: true })
  const isEmpty = snapshot.matches('empty')
  const problem = describeUploadProblem(snapshot, error, translate, language)
  const max = formatBytes(ALL_UPLOAD_KINDS[kind].maxBytes, language)
  const actionText = translate(isEmpty ? 'upload.prompt' : 'upload.remove')
  return (
    <UploadFieldFrame
      name={name}
      id={id}
      label={label}
      limit={translate('upload.upTo', { max })}
      error={problem.text}
      status={describeUploadStatus(snapshot, translate)}
      isEmpty={isEmpty}
    >
      <div
        {...getRootProps({ role: 'presentation', tabIndex: -1, onPaste, ...(onBlur && { onBlur }) })}
        className={styles.button}
        data-takes-files
        data-dragging={snapshot.matches({ empty: 'dragging' }) || undefined}
      >
        <Button
          variant="line"
          icon={isEmpty ? <UploadSimpleIcon /> : <TrashIcon />}
          aria-label={`${label}: ${actionText}`}
          aria-describedby={`${id}-held`}
          onClick={() => (isEmpty ? open() : actor.send({ type: 'removal.requested' }))}
        >
          {actionText}
        </Button>
        <span id={`${id}-held`} className={styles.held}>
          {statusText()}
        </span>
        {snapshot.matches('failed') && (
          <Button variant="ghost" onClick={() => actor.send({ type: 'resume.requested' })}>
            {translate('upload.again')}
          </Button>
        )}
      </div>
      <input {...getInputProps({ accept: getFileExtensions(kind).join(','), multiple: false, 'aria-hidden': true })} />
    </UploadFieldFrame>
  )

  function statusText(): string {
    const { file, progress, checkProgress } = snapshot.context
    if (!file) return translate('upload.none')
    if (snapshot.matches('sent')) return file.name
    if (snapshot.matches('checking')) {
      const share = checkProgress === null ? [] : [formatPercent(checkProgress, language)]
      return [translate('upload.checking'), ...share, file.name].join(' · ')
    }
    return `${formatPercent(percentOf(progress) / 100, language)} · ${file.name}`
  }
}
