import type { ReactNode } from 'react'
import { Form, type FormProps } from '../form/Form.tsx'
import type { useForm } from '../form/use-form.ts'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import styles from './SessionForm.module.css'

/** Props of {@link SessionForm}. */
export interface SessionFormProps extends Pick<FormProps, 'remedy' | 'children'> {
  form: Pick<ReturnType<typeof useForm>, 'actor' | 'error'>
  /** Default: what the form failed with. */
  error?: unknown
  title: string
  /** The page's name in the browser. Default: the title. */
  pageTitle?: string
  /** What stands below the title. */
  what?: ReactNode
  /** What stands above it, as a failure does. */
  notice?: ReactNode
}

/** A form that is a page of its own: its title, what went wrong or well above it, its fields below. */
export function SessionForm({ form, title, pageTitle, what, notice, children, ...rest }: SessionFormProps) {
  useDocumentTitle(pageTitle ?? title)
  return (
    <Form actor={form.actor} error={form.error} {...rest} label={title} className={styles.form}>
      {notice}
      <div>
        <h1>{title}</h1>
        {what && <p className={styles.sub}>{what}</p>}
      </div>
      {children}
    </Form>
  )
}
