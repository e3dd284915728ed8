import { TrayArrowDownIcon } from '@phosphor-icons/react/TrayArrowDown'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from './classes.ts'
import styles from './DropArea.module.css'
import { Icon } from './Icon.tsx'

/** Props of {@link DropArea}; the rest (`onClick`, `onDrop`, `tabIndex`, `role`, `aria-*`) goes to the area itself. */
export interface DropAreaProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  state: 'idle' | 'dragging' | 'invalid'
  /**
   * Spec §2: "Upload a file", "or drag and drop" (not where nothing can be dragged); while dragging "Drop to add" and,
   * where known, the file's name.
   */
  words: { upload: string; orDrop?: string | undefined; drop: string; dragged?: string | undefined }
  /** A third, smaller line. */
  hint?: ReactNode
  /** The hidden file input. */
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
}

const GLYPHS = { idle: <UploadSimpleIcon />, dragging: <TrayArrowDownIcon />, invalid: <WarningCircleIcon /> }

/** The look of a place to drop a file, 168 pixels high; what it does is handed in. */
export function DropArea({ state, words, hint, children, className, ref, ...rest }: DropAreaProps) {
  const dragging = state === 'dragging'
  return (
    <div {...rest} ref={ref} className={classes(styles.area, className)} data-state={state} data-takes-files>
      <Icon className={styles.glyph}>{GLYPHS[state]}</Icon>
      <b>{dragging ? words.drop : words.upload}</b> <span>{dragging ? words.dragged : words.orDrop}</span>
      {hint && !dragging && <small>{hint}</small>}
      {children}
    </div>
  )
}
