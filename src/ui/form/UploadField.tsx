import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { type ClipboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { type DropEvent, useDropzone } from 'react-dropzone'
import { wordOf } from '../../api/contract/errors.ts'
import { UPLOAD_KINDS, type UploadKind } from '../../api/contract/files.ts'
import { endingsOf } from '../../machines/rules/file.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { DropArea } from '../kit/DropArea.tsx'
import { Icon } from '../kit/Icon.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import { sayFault } from './format.ts'
import { SentFile } from './SentFile.tsx'
import styles from './UploadField.module.css'
import type { Upload } from './use-upload.ts'

/** Props of {@link UploadField}. */
export interface UploadFieldProps {
  /** The field's name, by which a blocked submit finds it. */
  name: string
  kind: UploadKind
  label: string
  upload: Upload
  /** The form's own sentence, shown while no file is held. */
  error?: string | undefined
  /** Before the name of a held file. */
  preview?: ReactNode
  /** Shows a sent image as a tile instead of a row. */
  asPicture?: boolean
  onBlur?: () => void
}

/** A field for one file: drop, pick or paste it, watch it being sent, pause, take it back (Spec §4). */
export function UploadField(props: UploadFieldProps) {
  const { name, kind, label, upload, error, preview, asPicture = false, onBlur } = props
  const { translate, language } = useAtelier()
  const { actor, snapshot } = upload
  const { context } = snapshot
  const id = useId()
  const dropped = useRef({ folders: 0 })
  const isVacant = snapshot.matches('vacant')
  const { getRootProps, getInputProps } = useDropzone({
    getFilesFromEvent: async (event) => {
      dropped.current.folders = foldersIn(event)
      return filesIn(event)
    },
    onDragEnter: () => actor.send({ type: 'drag.entered' }),
    onDragLeave: () => actor.send({ type: 'drag.left' }),
    onDrop: (files) => actor.send({ type: 'files.dropped', files, folders: dropped.current.folders }),
  })
  const paste = ({ clipboardData }: ClipboardEvent) => {
    const files = [...clipboardData.files]
    if (files.length > 0) actor.send({ type: 'files.dropped', files, folders: 0 })
  }
  const box = useKeptFocus(isVacant)
  const own = context.fault && sayFault(context.fault, translate, language)
  // While the file is on its way the form's "not uploaded yet" is no fault of the person's.
  const fault = own ?? (isVacant || snapshot.matches('sent') ? error : undefined)
  const failure = snapshot.matches('failed') ? translate(wordOf(context.error)) : undefined
  const said = fault ?? failure
  const max = formatBytes(UPLOAD_KINDS[kind].maxBytes, language)
  const limit = translate('upload.limit', { types: translate(`upload.types.${kind}`), max })
  const area = snapshot.matches({ vacant: 'dragging' }) ? 'dragging' : fault ? 'invalid' : 'idle'
  const words = {
    upload: translate('upload.prompt'),
    orDrop: translate('upload.orDrop'),
    drop: translate('upload.drop'),
  }
  return (
    <fieldset
      ref={box}
      className={styles.field}
      data-field={name}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={said ? `${id}-error` : undefined}
    >
      <span className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <span id={`${id}-limit`} className={styles.limit}>
          {limit}
        </span>
      </span>
      {isVacant ? (
        <DropArea
          {...getRootProps({ role: 'button', onPaste: paste, ...(onBlur && { onBlur }) })}
          state={area}
          words={words}
          aria-label={`${label}: ${words.upload} ${words.orDrop}`}
          aria-describedby={said ? `${id}-limit ${id}-error` : `${id}-limit`}
        />
      ) : (
        <SentFile upload={upload} preview={preview} asPicture={asPicture} />
      )}
      <input {...getInputProps({ accept: endingsOf(kind).join(','), multiple: false, 'aria-hidden': true })} />
      {said && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <Icon size="sm">
            <WarningCircleIcon />
          </Icon>
          <span>{said}</span>
        </p>
      )}
      <VisuallyHidden live="polite">{newsOf(upload, translate)}</VisuallyHidden>
    </fieldset>
  )
}

/** What a screen reader is told as the file goes on: the turns, not every percent. */
function newsOf({ snapshot }: Upload, translate: (key: string, params: Record<string, string>) => string): string {
  const name = snapshot.context.file?.name
  if (name === undefined) return ''
  if (snapshot.matches('checking')) return translate('upload.said.checking', { name })
  if (snapshot.matches({ sending: 'paused' })) return translate('upload.said.paused', { name })
  if (snapshot.matches({ sending: { active: 'moving' } })) return translate('upload.said.sending', { name })
  if (snapshot.matches('sending')) return translate('upload.said.retrying', { name })
  return snapshot.matches('sent') ? translate('upload.said.sent', { name }) : ''
}

/** Keeps the keyboard in the field when a file comes or goes, since what had the focus is gone then. */
function useKeptFocus(isVacant: boolean) {
  const box = useRef<HTMLFieldSetElement>(null)
  const held = useRef(isVacant)
  useEffect(() => {
    const focused = document.activeElement
    const isLost = focused === null || focused === document.body
    if (held.current !== isVacant && isLost) {
      const next = isVacant ? box.current?.querySelector<HTMLElement>('[role="button"]') : box.current
      next?.focus({ preventScroll: true })
    }
    held.current = isVacant
  }, [isVacant])
  return box
}

const transferOf = (event: DropEvent) => ('dataTransfer' in event ? event.dataTransfer : null)

/** Counts the folders among what is dropped; only the drop itself tells. */
const foldersIn = (event: DropEvent): number =>
  [...(transferOf(event)?.items ?? [])].filter((item) => item.webkitGetAsEntry?.()?.isDirectory).length

function filesIn(event: DropEvent): File[] {
  const transfer = transferOf(event)
  if (transfer) return [...transfer.files]
  const picked = 'target' in event ? (event.target as HTMLInputElement | null)?.files : null
  return [...(picked ?? [])]
}
