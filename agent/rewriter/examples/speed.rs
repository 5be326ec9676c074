#[path = "../tests/support/mod.rs"]
mod support;
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let files: Vec<_> = support::class_files(dir.as_ref()).iter().map(|f| std::fs::read(f).unwrap()).collect();
    let p = support::Everything { monitors: mcr_rewriter::policy::Monitors::Report };
    for _ in 0..3 {
        let t = std::time::Instant::now();
        let mut out = 0;
        for f in &files {
            out += mcr_rewriter::rewrite(f, &p, &mut support::List::default()).unwrap().bytes.len();
        }
        println!(
            "{} classes {:?} each, {} bytes to {}",
            files.len(),
            t.elapsed() / files.len() as u32,
            files.iter().map(Vec::len).sum::<usize>(),
            out
        );
    }
}
