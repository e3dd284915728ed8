import { TrayArrowDownIcon } from '@phosphor-icons/react/TrayArrowDown'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './DropArea.module.css'

/** Props of {@link DropArea}. Other attributes (`onClick`, `onDrop`, `tabIndex`, `role`, `aria-*`) are passed to the area. */
export interface DropAreaProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  state: 'idle' | 'dragging' | 'invalid'
  /**
   * Texts (Spec §2): "Upload a file", "or drag and drop" where the device can drag, "Drop to add", and the dragged file's name if
   * known.
   */
  words: { upload: string; orDrop?: string | undefined; drop: string; dragged?: string | undefined }
  hint?: ReactNode
  /** Hidden file input. */
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
}

const GLYPHS = { idle: <UploadSimpleIcon />, dragging: <TrayArrowDownIcon />, invalid: <WarningCircleIcon /> }

/** Appearance of a drop area for files. The caller adds the behaviour. */
export function DropArea({ state, words, hint, children, className, ref, ...rest }: DropAreaProps) {
  const dragging = state === 'dragging'
  return (
    <div {...rest} ref={ref} className={joinClassNames(styles.area, className)} data-state={state} data-takes-files>
      <Icon className={styles.glyph}>{GLYPHS[state]}</Icon>
      <b>{dragging ? words.drop : words.upload}</b> <span>{dragging ? words.dragged : words.orDrop}</span>
      {hint && !dragging && <small>{hint}</small>}
      {children}
    </div>
  )
}
