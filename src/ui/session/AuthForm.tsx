import type { ReactNode } from 'react'
import { Form, type FormProps } from '../form/Form.tsx'
import type { useForm } from '../form/use-form.ts'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import styles from './AuthForm.module.css'

export interface AuthFormProps extends Pick<FormProps, 'remedy' | 'children'> {
  form: Pick<ReturnType<typeof useForm>, 'actor' | 'error'>
  /** Default: the form's own error. */
  error?: unknown
  title: string
  /** Title of the browser tab. Default: `title`. */
  pageTitle?: string
  description?: ReactNode
  /** Content above the title, next to the error. */
  notice?: ReactNode
}

/** Form of a full page: notice, title and fields. */
export function AuthForm({ form, title, pageTitle, description, notice, children, ...rest }: AuthFormProps) {
  useDocumentTitle(pageTitle ?? title)
  return (
    <Form actor={form.actor} error={form.error} {...rest} label={title} className={styles.form}>
      {notice}
      <div>
        <h1>{title}</h1>
        {description && <p className={styles.sub}>{description}</p>}
      </div>
      {children}
    </Form>
  )
}
