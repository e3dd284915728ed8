import { type ReactNode, useId } from 'react'
import { SENT_KINDS, type SentKind } from '../../api/contract/files.ts'
import { endingsOf } from '../../files/file.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { DropArea } from '../kit/DropArea.tsx'
import { useTouch } from '../use-touch.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { type PictureSize, SentFile } from './SentFile.tsx'
import { sayNews, sayTrouble } from './upload-words.ts'
import { useDrop } from './use-drop.ts'
import type { Upload } from './use-upload.ts'

/** Props of {@link UploadField}. */
export interface UploadFieldProps {
  /** The field's name, by which a blocked submit finds it. */
  name: string
  kind: SentKind
  label: string
  upload: Upload
  /** The form's own sentence, shown while no file is held. */
  error?: string | undefined
  /** Before the name of a held file. */
  preview?: ReactNode
  /** Shows a sent image as a tile of this size (pixels) instead of a row. */
  picture?: PictureSize
  /** Leaves the types out of the limit, where there is little room. */
  shortLimit?: boolean
  /** Takes several files that are dropped, picked or pasted together. */
  onMany?: ((files: readonly File[]) => void) | undefined
  onBlur?: () => void
  /** What Remove does. Default: takes the file back. */
  onRemove?: (() => void) | undefined
}

/** A field for one file: drop, pick or paste it, watch it being sent, pause, take it back (Spec §4). */
export function UploadField(props: UploadFieldProps) {
  const { name, kind, label, upload, error, preview, picture, shortLimit = false, onMany, onBlur, onRemove } = props
  const { translate, language } = useAtelier()
  const { actor, snapshot } = upload
  const id = useId()
  const { getRootProps, getInputProps, onPaste } = useDrop({ actor, onMany })
  const isTouch = useTouch()
  const isVacant = snapshot.matches('vacant')
  const trouble = sayTrouble(snapshot, error, translate, language)
  const max = formatBytes(SENT_KINDS[kind].maxBytes, language)
  const words = {
    upload: translate('upload.prompt'),
    orDrop: isTouch ? undefined : translate('upload.orDrop'),
    drop: translate('upload.drop'),
  }
  const state = snapshot.matches({ vacant: 'dragging' }) ? 'dragging' : trouble.isInvalid ? 'invalid' : 'idle'
  return (
    <FieldFrame
      name={name}
      id={id}
      label={label}
      limit={translate(shortLimit ? 'upload.upTo' : 'upload.limit', { types: translate(`upload.types.${kind}`), max })}
      trouble={trouble.text}
      news={sayNews(snapshot, translate)}
      isVacant={isVacant}
    >
      {isVacant ? (
        <DropArea
          {...getRootProps({ role: 'button', onPaste, ...(onBlur && { onBlur }) })}
          state={state}
          words={words}
          aria-label={`${label}: ${state === 'dragging' ? words.drop : [words.upload, words.orDrop].filter(Boolean).join(' ')}`}
          aria-describedby={trouble.text ? `${id}-limit ${id}-error` : `${id}-limit`}
        />
      ) : (
        <SentFile upload={upload} preview={preview} picture={picture} onRemove={onRemove} />
      )}
      <input
        {...getInputProps({ accept: endingsOf(kind).join(','), multiple: Boolean(onMany), 'aria-hidden': true })}
      />
    </FieldFrame>
  )
}
