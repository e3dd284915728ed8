import { type ReactNode, useId } from 'react'
import { ALL_UPLOAD_KINDS, type AnyUploadKind } from '../../api/contract/files.ts'
import { getFileExtensions } from '../../files/file-checks.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { DropArea } from '../kit/fields/DropArea.tsx'
import { formMessages } from '../messages/form.ts'
import { useIsTouchOnly } from '../use-is-touch-only.ts'
import { useTranslate } from '../use-translate.ts'
import { FileUploadRow, type PictureSize } from './FileUploadRow.tsx'
import { UploadFieldFrame } from './UploadFieldFrame.tsx'
import { describeUploadProblem, describeUploadStatus } from './upload-messages.ts'
import { useFileDrop } from './use-file-drop.ts'
import type { Upload } from './use-upload.ts'

export interface UploadFieldProps {
  /** Name of the field. A blocked submit focuses the field by this name. */
  name: string
  kind: AnyUploadKind
  label: string
  upload: Upload
  /** Error of the form, shown while no file is selected. */
  error?: string | undefined
  preview?: ReactNode
  /** If given, an uploaded image is shown as a tile of this size instead of a row. */
  picture?: PictureSize
  /** Whether the text about limits omits the allowed file types, to save space. */
  shortLimit?: boolean
  /** Receives the files if the user drops, picks or pastes several together. */
  onMany?: ((files: readonly File[]) => void) | undefined
  onBlur?: () => void
  /** Handles Remove. Default: removes the file from the field. */
  onRemove?: (() => void) | undefined
}

/**
 * Field for one file, which the user can drop, pick or paste. Shows the upload's progress, and buttons to pause and remove (Spec
 * §4).
 */
export function UploadField(props: UploadFieldProps) {
  const { name, kind, label, upload, error, preview, picture, shortLimit = false, onMany, onBlur, onRemove } = props
  const translate = useTranslate(formMessages)
  const { language } = useAtelier()
  const { actor, snapshot } = upload
  const id = useId()
  const { getRootProps, getInputProps, onPaste } = useFileDrop({ actor, onMany })
  const isTouch = useIsTouchOnly()
  const isEmpty = snapshot.matches('empty')
  const problem = describeUploadProblem(snapshot, error, translate, language)
  const max = formatBytes(ALL_UPLOAD_KINDS[kind].maxBytes, language)
  const texts = {
    upload: translate('upload.prompt'),
    orDrop: isTouch ? undefined : translate('upload.orDrop'),
    drop: translate('upload.drop'),
  }
  const state = snapshot.matches({ empty: 'dragging' }) ? 'dragging' : problem.isInvalid ? 'invalid' : 'idle'
  return (
    <UploadFieldFrame
      name={name}
      id={id}
      label={label}
      limit={translate(shortLimit ? 'upload.upTo' : 'upload.limit', { types: translate(`upload.types.${kind}`), max })}
      error={problem.text}
      status={describeUploadStatus(snapshot, translate)}
      isEmpty={isEmpty}
    >
      {isEmpty ? (
        <DropArea
          {...getRootProps({ role: 'button', onPaste, ...(onBlur && { onBlur }) })}
          state={state}
          words={texts}
          aria-label={`${label}: ${state === 'dragging' ? texts.drop : [texts.upload, texts.orDrop].filter(Boolean).join(' ')}`}
          aria-describedby={problem.text ? `${id}-limit ${id}-error` : `${id}-limit`}
        />
      ) : (
        <FileUploadRow upload={upload} preview={preview} picture={picture} onRemove={onRemove} />
      )}
      <input
        {...getInputProps({
          accept: getFileExtensions(kind).join(','),
          multiple: Boolean(onMany),
          'aria-hidden': true,
        })}
      />
    </UploadFieldFrame>
  )
}
