// A text that the server itself brings, read as a resource: a skill, or the page of an app.

export interface Document {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  text: string
}
