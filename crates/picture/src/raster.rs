//! Shapes as pixels.

use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use crate::scene::{Rgb, Scene, Shape};

pub(crate) fn png(scene: &Scene) -> Vec<u8> {
    painted(scene, None).encode_png().expect("a picture in memory can be encoded")
}

/// The scene on `ground`, or on a transparent background.
pub(crate) fn painted(scene: &Scene, ground: Option<Rgb>) -> Pixmap {
    let mut pixmap = Pixmap::new(scene.width.into(), scene.height.into())
        .expect("a scene is neither empty nor huge");
    if let Some(ground) = ground {
        pixmap.fill(colour(ground));
    }
    for shape in &scene.shapes {
        paint(&mut pixmap, shape);
    }
    pixmap
}

fn paint(pixmap: &mut Pixmap, shape: &Shape) {
    match *shape {
        Shape::Plate { x, y, width, height, corner, fill } => {
            if let Some(path) = plate(x, y, width, height, corner) {
                fill_path(pixmap, &path, fill);
            }
        }
        Shape::Disc { x, y, radius, fill } => {
            if let Some(path) = PathBuilder::from_circle(x, y, radius) {
                fill_path(pixmap, &path, fill);
            }
        }
        Shape::Ring { x, y, radius, line, colour } => {
            let stroke = Stroke { width: line, ..Stroke::default() };
            if let Some(path) = PathBuilder::from_circle(x, y, radius) {
                pixmap.stroke_path(&path, &paint_of(colour), &stroke, Transform::identity(), None);
            }
        }
    }
}

fn fill_path(pixmap: &mut Pixmap, path: &Path, fill: Rgb) {
    pixmap.fill_path(path, &paint_of(fill), FillRule::Winding, Transform::identity(), None);
}

/// How far the handles of a curve are from its ends to make a quarter of a circle.
const QUARTER: f32 = 0.552_284_8;

fn plate(x: f32, y: f32, width: f32, height: f32, corner: f32) -> Option<Path> {
    let (right, bottom) = (x + width, y + height);
    let handle = corner * (1.0 - QUARTER);
    let mut path = PathBuilder::new();
    path.move_to(x + corner, y);
    path.line_to(right - corner, y);
    path.cubic_to(right - handle, y, right, y + handle, right, y + corner);
    path.line_to(right, bottom - corner);
    path.cubic_to(right, bottom - handle, right - handle, bottom, right - corner, bottom);
    path.line_to(x + corner, bottom);
    path.cubic_to(x + handle, bottom, x, bottom - handle, x, bottom - corner);
    path.line_to(x, y + corner);
    path.cubic_to(x, y + handle, x + handle, y, x + corner, y);
    path.close();
    path.finish()
}

fn colour(Rgb(red, green, blue): Rgb) -> Color {
    Color::from_rgba8(red, green, blue, u8::MAX)
}

fn paint_of(fill: Rgb) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour(fill));
    paint
}
