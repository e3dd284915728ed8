import { TrashIcon } from '@phosphor-icons/react/Trash'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useId } from 'react'
import { SENT_KINDS } from '../../api/contract/files.ts'
import { endingsOf } from '../../files/file.ts'
import { percentOf } from '../../machines/rules/upload-progress.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import styles from './UploadField.module.css'
import type { UploadFieldProps } from './UploadField.tsx'
import { sayNews, sayTrouble } from './upload-words.ts'
import { useDrop } from './use-drop.ts'

/** A field for one file as a button: "Upload a file" while it is empty, "Remove" once it holds one (Spec §4). */
export function UploadButton(
  props: Omit<UploadFieldProps, 'preview' | 'picture' | 'onMany' | 'onRemove' | 'shortLimit'>,
) {
  const { name, kind, label, upload, error, onBlur } = props
  const { translate, language } = useAtelier()
  const { actor, snapshot } = upload
  const id = useId()
  const { getRootProps, getInputProps, open, onPaste } = useDrop({ actor, hasButton: true })
  const isVacant = snapshot.matches('vacant')
  const trouble = sayTrouble(snapshot, error, translate, language)
  const max = formatBytes(SENT_KINDS[kind].maxBytes, language)
  const word = translate(isVacant ? 'upload.prompt' : 'upload.remove')
  return (
    <FieldFrame
      name={name}
      id={id}
      label={label}
      limit={translate('upload.upTo', { max })}
      trouble={trouble.text}
      news={sayNews(snapshot, translate)}
      isVacant={isVacant}
    >
      <div
        {...getRootProps({ role: 'presentation', tabIndex: -1, onPaste, ...(onBlur && { onBlur }) })}
        className={styles.button}
        data-takes-files
        data-dragging={snapshot.matches({ vacant: 'dragging' }) || undefined}
      >
        <Button
          variant="line"
          icon={isVacant ? <UploadSimpleIcon /> : <TrashIcon />}
          aria-label={`${label}: ${word}`}
          aria-describedby={`${id}-held`}
          onClick={() => (isVacant ? open() : actor.send({ type: 'removal.requested' }))}
        >
          {word}
        </Button>
        <span id={`${id}-held`} className={styles.held}>
          {heldOf()}
        </span>
        {snapshot.matches('failed') && (
          <Button variant="ghost" onClick={() => actor.send({ type: 'resume.requested' })}>
            {translate('upload.again')}
          </Button>
        )}
      </div>
      <input {...getInputProps({ accept: endingsOf(kind).join(','), multiple: false, 'aria-hidden': true })} />
    </FieldFrame>
  )

  function heldOf(): string {
    const { file, progress, checkedShare } = snapshot.context
    if (!file) return translate('upload.none')
    if (snapshot.matches('sent')) return file.name
    if (snapshot.matches('checking')) {
      const share = checkedShare === null ? [] : [formatPercent(checkedShare, language)]
      return [translate('upload.checking'), ...share, file.name].join(' · ')
    }
    return `${formatPercent(percentOf(progress) / 100, language)} · ${file.name}`
  }
}
